# Completion of runSofa in bash: options by --help, components after --describe, else files.
_runSofa() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  case $before in
    -g | --gui) mapfile -t COMPREPLY < <(compgen -W "qt batch offscreen" -- "$word") ;;
    --describe) mapfile -t COMPREPLY < <(compgen -W "$(runSofa --list-components "$word" 2>/dev/null | awk '{print $1}')" -- "$word") ;;
    *)
      if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(runSofa --help | grep -oE '(^| |,)--?[A-Za-z][A-Za-z-]*' | tr -d ' ,' | sort -u)" -- "$word")
      else
        mapfile -t COMPREPLY < <(compgen -f -X '!*.@(scn|xml|py)' -- "$word"; compgen -d -S / -- "$word")
      fi
      ;;
  esac
}
complete -o filenames -F _runSofa runSofa rsofa

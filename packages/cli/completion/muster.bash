# Completion of muster for bash.
_muster_completions() {
  local typed="${COMP_LINE:0:COMP_POINT}" line current prefix=''
  local -a words
  IFS=' ' read -r -a words <<< "$typed"
  [[ "$typed" == *' ' ]] && words+=('')
  current="${words[${#words[@]}-1]}"
  # Bash takes a colon for the end of a word, so what was typed up to the last one is taken off each proposal.
  [[ "$current" == *:* ]] && prefix="${current%"${current##*:}"}"
  COMPREPLY=()
  # SHELL tells muster to list without descriptions.
  while IFS= read -r line; do
    line="${line//\\:/:}"
    [[ "$line" == "$current"* ]] && COMPREPLY+=("${line#"$prefix"}")
  done < <(SHELL=bash muster --get-yargs-completions "${words[@]}" 2>/dev/null)
}
complete -o bashdefault -o default -F _muster_completions muster

# Completion of muster for bash.
_muster_completions() {
  local typed="${COMP_LINE:0:COMP_POINT}" char quote='' escaped='' raw='' current='' quoted line i
  local -a words=()
  # Bash splits words at colons and @ too, and leaves their quotes in, so the line is split here.
  for (( i = 0; i < ${#typed}; i++ )); do
    char="${typed:i:1}"
    raw+="$char"
    if [[ -n "$escaped" ]]; then
      current+="$char" escaped=''
    elif [[ "$char" == \\ && "$quote" != "'" ]]; then
      escaped=yes
    elif [[ -n "$quote" ]]; then
      if [[ "$char" == "$quote" ]]; then quote=''; else current+="$char"; fi
    elif [[ "$char" == [\"\'] ]]; then
      quote="$char"
    elif [[ "$char" == ' ' ]]; then
      [[ "$raw" == ' ' ]] || words+=("$current")
      raw='' current=''
    else
      current+="$char"
    fi
  done
  words+=("$current")
  # What stands before the part that bash replaces is taken off each proposal.
  local kept="${raw%"$2"}"
  COMPREPLY=()
  # SHELL tells muster to list without descriptions.
  while IFS= read -r line; do
    [[ "$line" == "$current"* ]] || continue
    if [[ -z "$quote" ]]; then
      printf -v quoted '%q' "$line"
      COMPREPLY+=("${quoted#"$kept"}")
    elif [[ "$quote" == "'" && "$line" != *\'* || "$quote" == '"' && "$line" != *[\"\\\$\`!]* ]]; then
      COMPREPLY+=("$line")
    fi
  done < <(SHELL=bash muster --complete "${words[@]:1}" 2>/dev/null)
}
complete -o bashdefault -o default -F _muster_completions muster

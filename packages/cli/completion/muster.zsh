#compdef muster
# Completion of muster for zsh.
_muster() {
  local -a found
  # SHELL tells muster to list with descriptions.
  found=("${(@f)$(SHELL=zsh muster --complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  found=("${(@)found:#}")
  if (( $#found )); then _describe 'muster' found; else _files; fi
}
if [[ "${zsh_eval_context[-1]}" == loadautofunc ]]; then _muster "$@"; else compdef _muster muster; fi

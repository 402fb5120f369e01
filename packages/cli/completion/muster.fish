# Completion of muster for fish.
function __muster_completions
    set -l words (commandline --tokens-expanded --cut-at-cursor 2>/dev/null; or commandline -opc)
    # SHELL tells muster how to list.
    env SHELL=fish muster --complete $words[2..] (commandline -ct) 2>/dev/null
end
complete -c muster -f -a '(__muster_completions)'
# Where muster knows nothing, a file is meant.
complete -c muster -n 'not __muster_completions | string length -q' -F

/** Arguments for bubblewrap that separate every sandbox from the machine. */
export const apart = [
  // Nested user namespaces are disabled: in another mount namespace, a mount point of this one could be renamed.
  ...['--unshare-user', '--disable-userns', '--cap-drop', 'ALL'],
  ...['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--new-session'],
]

/** Arguments for bubblewrap that separate every sandbox from the machine. */
export const apart = [
  // Its own user namespace, without nested ones: in another mount namespace, a mount point could be renamed.
  ...['--unshare-user', '--disable-userns', '--cap-drop', 'ALL'],
  ...['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--new-session'],
]

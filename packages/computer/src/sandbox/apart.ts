/** For bubblewrap: what every sandbox is apart from. */
export const apart = [
  // Users of its own, and no others within: where mounts are others, a mount point here could be renamed.
  ...['--unshare-user', '--disable-userns', '--cap-drop', 'ALL'],
  ...['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--new-session'],
]

/**
 * What a hostile agent tries, one script each. What it writes would run `touch $OWNED` if anybody ran it outside. Where it
 * only looks or connects, it says ESCAPED if that worked.
 */
export const attempts: readonly (readonly [what: string, script: string])[] = [
  ['shell start-up files', 'for f in .bashrc .profile .zshenv .bash_login; do echo "touch $OWNED" >> ~/$f; done'],
  ['a shell start-up file, replaced', 'echo "touch $OWNED" > ~/new; mv ~/new ~/.bashrc; rm ~/.profile'],
  ['a start-up file of fish', 'echo "touch $OWNED" > ~/.config/fish/config.fish; mkdir ~/.config/fish/conf.d'],
  ['a key for ssh', 'echo "ssh-ed25519 AAAA evil" >> ~/.ssh/authorized_keys; echo "ProxyCommand x" > ~/.ssh/config'],
  ['a unit of systemd', 'printf "[Service]\\nExecStart=touch $OWNED" > ~/.config/systemd/user/mine.service'],
  [
    'another unit',
    'mkdir -p ~/.config/systemd/user/default.target.wants && echo x > ~/.config/systemd/user/evil.service',
  ],
  [
    'autostart of the desktop',
    'mkdir -p ~/.config/autostart && echo "Exec=touch $OWNED" > ~/.config/autostart/x.desktop',
  ],
  ['cron', 'echo "* * * * * touch $OWNED" | crontab -; echo x > /var/spool/cron/crontabs/$USER'],
  [
    'settings of git',
    'git config --global core.fsmonitor "touch $OWNED"; git config -f ~/.config/git/config alias.st x',
  ],
  ['settings of npm and pip', 'echo "script-shell=$W/x" >> ~/.npmrc; echo "[global]" > ~/.config/pip/pip.conf'],
  ['a program in the path', 'echo "touch $OWNED" > ~/bin/tool; mkdir -p ~/.local/bin; echo x > ~/.local/bin/ls'],
  [
    'packages of python',
    'mkdir -p ~/.local/lib/python3/site-packages; echo x > ~/.local/lib/python3/site-packages/x.pth',
  ],
  [
    'settings of other agents',
    'echo "{}x" > ~/.claude/settings.json; echo x > ~/.codex/config.toml; mkdir -p ~/.gemini/x',
  ],
  ['its own settings', 'echo "{}x" > ~/.agent/settings.json; mv ~/.agent/settings.json ~/.agent/old; rm -rf ~/.agent'],
  ['what it copied', 'echo "{\\"servers\\": {\\"x\\": \\"touch $OWNED\\"}}" | tee ~/.agent.json ~/.agent/copy.json'],
  ['settings of an editor', 'echo x > ~/.vscode-server/data/Machine/settings.json; mkdir -p ~/.config/Code/User'],
  [
    'our own folder',
    'mkdir -p ~/.muster/computer; echo x > ~/.muster/computer/identity.json; ls ~/.muster/*/* | grep log',
  ],
  [
    'our credential',
    'cat ~/.muster/computer/identity.json /proc/1/root$HOME/.muster/computer/identity.json | grep msc_ && echo ESCAPED',
  ],
  [
    'system files',
    'echo x >> /etc/profile; touch /usr/bin/x /opt/x /var/tmp/x /etc/x; echo x > /proc/sys/kernel/core_pattern',
  ],
  [
    'a link to write through',
    'ln -s ~/.bashrc bashrc && echo "touch $OWNED" >> bashrc; ln -s ~ home && echo x > home/x',
  ],
  ['a hard link', 'ln ~/.bashrc hard && echo "touch $OWNED" >> hard'],
  ['mounting', 'mount --bind /tmp ~ ; mount -o remount,rw / ; umount ~/.bashrc; umount -l $HOME'],
  ['users of its own', 'unshare -U true && echo ESCAPED; unshare -Ur sh -c "mount -t tmpfs x /mnt" && echo ESCAPED'],
  ['other mounts without users', 'unshare -m true && echo ESCAPED; nsenter -t 1 -m true && echo ESCAPED'],
  [
    'the root of another process',
    'for p in /proc/[0-9]*; do echo x > $p/root$HOME/OWNED; echo x >> $p/root$HOME/.bashrc; done',
  ],
  [
    'folders of another process',
    'for p in /proc/[0-9]*; do for d in $p/cwd/../../.. $p/fd/*; do echo x > $d/OWNED; done; done',
  ],
  ['the daemon', 'kill -0 $DAEMON && grep -q daemon /proc/$DAEMON/cmdline && echo ESCAPED; cat /proc/$DAEMON/environ'],
  [
    'memory of a process outside',
    'dd if=/proc/$DAEMON/mem of=/dev/null bs=1 count=1 && echo ESCAPED; ls /proc/$DAEMON/fd',
  ],
  [
    'devices',
    'ls /dev/sd* /dev/vd* /dev/mem /dev/kmsg /dev/fuse 2>/dev/null | grep dev && echo ESCAPED; mknod x b 8 0',
  ],
  ['typing into a terminal', ': > /dev/tty && echo ESCAPED; perl -e \'ioctl(STDIN, 0x5412, "x") and print "ESCAPED"\''],
  ['the socket of Docker', '$CONNECT $DOCKER'],
  ['a socket somewhere in the home', '$CONNECT $ODD'],
  ['a socket in the folder', '$CONNECT $PUMA; rm -f $PUMA; mv tmp tmp2'],
  ['an abstract socket', '$CONNECT "abstract:$ABSTRACT"'],
  ['the bus of the desktop', '$CONNECT /run/dbus/system_bus_socket; $CONNECT /run/user/$(id -u)/bus'],
  [
    'a port of the machine',
    '$FETCH direct 127.0.0.1 $PORT; $FETCH direct localhost $PORT; $FETCH direct 0.0.0.0 $PORT',
  ],
  [
    'a port of the machine, by proxy',
    'for h in 127.0.0.1 localhost 0.0.0.0 127.1 2130706433 [::1] [::ffff:127.0.0.1]; do $FETCH proxy $h $PORT; done',
  ],
  ['an address of the machine, by proxy', 'for h in $OWN_ADDRESSES; do $FETCH proxy $h $PORT; done'],
  ['where a cloud tells secrets', '$FETCH direct 169.254.169.254 80; $FETCH proxy 169.254.169.254 80'],
  ['a hook of git', 'echo "touch $OWNED" > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout'],
  [
    'settings of the repository',
    'git config core.fsmonitor "touch $OWNED"; echo "[core]fsmonitor=touch $OWNED" >> .git/config',
  ],
  ['another .git', 'mv .git .g2 && cp -r .g2 .git && echo "[core]fsmonitor=touch $OWNED" >> .git/config'],
  ['other hooks', 'mv .git/hooks .git/h2; rm -rf .git/hooks; mkdir .git/hooks; ln -sfn ../evil .git/hooks'],
  [
    'another common folder',
    'cp -r .git evil; echo "[core]fsmonitor=touch $OWNED" >> evil/config; echo ../evil > .git/commondir',
  ],
  ['settings of one worktree', 'echo "[core]fsmonitor=touch $OWNED" > .git/config.worktree'],
  [
    'the worktree of the user',
    'echo ../../../evil > .git/worktrees/beside/commondir; mv .git/worktrees .git/w2; cp -r .git/w2 .git/worktrees',
  ],
  [
    'settings and hooks of a submodule',
    'echo "[core]fsmonitor=touch $OWNED" >> .git/modules/library/config; echo "touch $OWNED" > .git/modules/library/hooks/x',
  ],
  [
    'another submodule',
    'rm -rf library/.git; echo "gitdir: ../evil" > library/.git; mv library l2; mv .git/modules .git/m2',
  ],
  [
    'a repository of its own in the folder',
    'git init -q deep && cd deep && git config core.fsmonitor "touch $OWNED" && git commit -q --allow-empty -m x; cd .. && git add deep',
  ],
  [
    'repositories of its own that git enters, deep and in each other',
    'd=a/b/c/d/e/f; m=node_modules/x; for r in $d $m $d/g/h/i/j; do git init -q $r; done; git -C $m config core.fsmonitor "touch $OWNED"; git -C $d/g/h/i/j config core.fsmonitor "touch $OWNED"; for r in $m $d/g/h/i/j; do git -C $r -c core.fsmonitor= commit -q --allow-empty -m x; done; git -C $d add g/h/i/j; git -C $d commit -q -m x; git add -f $d $m',
  ],
  [
    'a file that leads git to a folder of its own',
    'mkdir far; cp -r .git ~/.cache/far.git; echo "[core]fsmonitor=touch $OWNED" >> ~/.cache/far.git/config; echo "gitdir: $CACHE_OUTSIDE/far.git" > far/.git',
  ],
  [
    'the user’s other repository',
    'echo "touch $OWNED" > ~/src/library/.git/hooks/post-checkout; echo x >> ~/src/beside/readme.md',
  ],
  [
    'settings of agents in the project',
    'echo "{}x" > .claude/settings.json; echo x > .claude/settings.local.json; mv .claude .c2; echo "{}x" > .mcp.json',
  ],
  [
    'settings of other agents in the project',
    'for a in .codex .gemini .qwen .opencode .cursor .muster; do mkdir -p $a; echo x > $a/settings.json; done',
  ],
  [
    'settings of editors in the project',
    'echo x > .vscode/tasks.json; rm -rf .vscode; mkdir -p .idea .zed; echo x > .idea/startup.xml; echo x > .zed/x',
  ],
  [
    'files that programs read by themselves',
    'echo "touch $OWNED" > .envrc; echo "{}" > opencode.json; echo "{}" > opencode.jsonc',
  ],
  [
    'names that come back',
    'for i in 1 2 3; do echo "touch $OWNED" > .envrc; done; ln -s readme.md opencode.json; mkdir -p .github/hooks',
  ],
]

import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const megabyte = 2 ** 20
/** The size for the file system; memory is used only for what is written. */
const diskBytes = 4096 * megabyte
const roomBytes = 6000 * megabyte
/**
 * The loop device reports success even if its file took only the beginning of a request. A request of one block is
 * written or fails as a whole, so the disk never loses what it acknowledged.
 */
const blockKilobytes = 4
/** EXT4_IOC_SHUTDOWN without a last flush of its journal. No tool of the base system offers it. */
const shutDown = `
  open(my $disk, '<', $ARGV[0]) or die $!;
  my $withoutFlush = pack('L', 2);
  ioctl($disk, 0x8004587d, $withoutFlush) or die $!;
`

/**
 * A disk that can be full and that can fail: ext4 on a loop device, whose file is in a small file system in memory. When
 * that has no room left, the device answers writes with I/O errors, as a dying disk does.
 */
export interface SmallDisk {
  readonly directory: string
  /** Takes all room that is left. */
  fill(): Promise<void>
  makeRoom(): Promise<void>
  /** From now on writes fail. */
  fail(): Promise<void>
  /** From now on writes succeed again. Failed writes are not repeated by the system. */
  recover(): Promise<void>
  /** Everything that was not flushed is lost. The disk cannot be used until it is repaired. */
  cutPower(): Promise<void>
  /** Ends every failure: the file system is checked and mounted anew. Nobody may use it meanwhile. */
  repair(): Promise<void>
  remove(): Promise<void>
}

/** Throws with the reason where the machine does not allow it. */
export async function createSmallDisk(root: string): Promise<SmallDisk> {
  const [below, directory] = [join(root, 'below'), join(root, 'disk')]
  const image = join(below, 'image')
  const filler = join(directory, 'filler')
  await mkdir(below, { recursive: true })
  await mkdir(directory)
  await run('mount', ['-t', 'tmpfs', '-o', `size=${roomBytes}`, 'tmpfs', below])
  let device = ''
  const mount = async () => {
    device = (await run('losetup', ['--find', '--show', image])).stdout.trim()
    await writeFile(`/sys/block/${basename(device)}/queue/max_sectors_kb`, String(blockKilobytes))
    await run('mount', ['-t', 'ext4', device, directory])
  }
  const unmount = async () => {
    await patiently(() => run('umount', [directory]))
    await run('losetup', ['--detach', device])
  }
  const recover = () => run('mount', ['-o', `remount,size=${roomBytes}`, below])
  const remove = async () => {
    await unmount().catch(() => undefined)
    await patiently(() => run('umount', [below]))
    await rm(root, { recursive: true, force: true })
  }
  try {
    await run('truncate', ['-s', String(diskBytes), image])
    await run('mkfs.ext4', ['-q', '-E', 'lazy_itable_init=1,lazy_journal_init=1,nodiscard', image])
    await mount()
  } catch (error) {
    await remove()
    throw error
  }

  return {
    directory,
    async fill() {
      const { stdout } = await run('df', ['--output=avail', '-B1', directory])
      const available = Number(stdout.split('\n')[1])
      await run('fallocate', ['-l', String(Math.max(1, available - megabyte)), filler]).catch(() => undefined)
      // The rest, to the last block.
      await run('dd', ['if=/dev/zero', `of=${filler}.rest`, 'bs=4096']).catch(() => undefined)
    },
    async makeRoom() {
      await rm(filler, { force: true })
      await rm(`${filler}.rest`, { force: true })
    },
    async fail() {
      // A size below the used one is refused, and more may be used by the time the size is set.
      for (let attempt = 1; ; attempt++) {
        const { stdout } = await run('df', ['--output=used', '-B1', below])
        const size = Number(stdout.split('\n')[1]) + attempt * 64 * 1024
        try {
          await run('mount', ['-o', `remount,size=${size}`, below])
          return
        } catch (error) {
          if (attempt === 50) throw error
        }
      }
    },
    async recover() {
      await recover()
    },
    async cutPower() {
      await run('perl', ['-e', shutDown, directory])
    },
    async repair() {
      await recover()
      await unmount()
      // 1 and 2 say that something was mended.
      await run('e2fsck', ['-p', '-f', image]).catch((error: { code?: number }) => {
        if ((error.code ?? 8) > 2) throw error
      })
      await mount()
    },
    remove,
  }
}

/** A process that is just ending, or the loop device itself, may hold a file for a while. */
async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      if (attempt === 120) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

/**
 * Explains a full disk or an unwritable path, whether Node, Postgres, initdb or DuckDB reports it. Returns undefined
 * for every other failure.
 */
export function explainDiskFault(error: unknown, dataDir: string): string | undefined {
  const { code, path, syscall } = error as { code?: string; path?: string; syscall?: string }
  const said = `${code ?? ''} ${error instanceof Error ? error.message : String(error)}`
  if (/ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i.test(said)) {
    return `The disk of ${dataDir} is full. Make room there, or set MUSTER_DATA_DIR to another disk, and start again.`
  }
  if (/EROFS|Read-only file system/i.test(said)) {
    return `${path ?? dataDir} is on a file system that can only be read. Mount it for writing, or set MUSTER_DATA_DIR to another directory.`
  }
  if (code === 'ENOENT' && syscall === 'mkdir') {
    return `${path} cannot be created on that file system. Set MUSTER_DATA_DIR to another directory.`
  }
  if ((code === 'EACCES' || code === 'EPERM') && path !== undefined) {
    const user = process.getuid?.()
    return `This user (id ${user}) may not use ${path}. Give it to that user with chown -R, or set MUSTER_DATA_DIR to a directory of theirs.`
  }
  if ((code === 'ENOTDIR' || code === 'EEXIST') && path !== undefined) {
    return `${path} is not a directory. Set MUSTER_DATA_DIR to one.`
  }
  return undefined
}

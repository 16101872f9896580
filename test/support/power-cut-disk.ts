import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const megabytes = 96

/**
 * A disk whose power can be cut: a file system in a file. What a program wrote but the system has not
 * put on the disk yet is not in that file, so a copy of it is what a power cut leaves.
 */
export class PowerCutDisk {
  readonly #image: string

  constructor(image: string) {
    this.#image = image
    spawnSync('truncate', ['-s', `${String(megabytes)}M`, image])
    spawnSync('mkfs.ext4', ['-q', '-F', image])
  }

  /** The command prefix that gives a program this disk at a folder, until it ends. */
  at(folder: string): string[] {
    const script = 'mkdir -p "$1" && mount -o loop "$0" "$1" && shift && exec "$@"'
    return ['unshare', '-m', 'sh', '-c', script, this.#image, folder]
  }

  /** Takes what is on the disk now. */
  cut(): void {
    copyFileSync(this.#image, `${this.#image}.cut`)
  }

  /** The disk has what it had at the cut. Its program must have ended. */
  restore(): void {
    copyFileSync(`${this.#image}.cut`, this.#image)
  }
}

/** Whether this machine allows such disks: Linux, as root, with loop devices. */
export function hasPowerCutDisks(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-disk-'))
  const [command = '', ...args] = new PowerCutDisk(join(folder, 'disk')).at(join(folder, 'at'))
  const { status } = spawnSync(command, [...args, 'true'])
  rmSync(folder, { recursive: true, force: true })
  return status === 0
}

import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BackupList } from '#contract/backups/backups.ts'
import type { Status } from '#contract/status/status.ts'
import { archiveOf, backupsOf } from '#host/db/store-folder.ts'
import { callWeb, type WebProcess } from '#test/support/web-process.ts'
import { openBumps } from './both-files.ts'
import { moveAhead, startHurried, startWorks, type Scene, type Works } from './works.ts'

export function doubt({ doubts }: Scene, subjects: readonly string[]): void {
  for (const id of subjects) doubts.set(id, (doubts.get(id) ?? 0) + 1)
}

/** Waits for a change, but not for ever: any moment is good enough. */
async function changed(read: () => number | string | undefined): Promise<void> {
  const before = read()
  const until = performance.now() + 4_000
  while (read() === before && performance.now() < until) await pause(1)
}

interface Life {
  web: WebProcess
  ui: string
  works: Works
}

async function begin(scene: Scene): Promise<Life> {
  const web = startHurried(scene)
  const { ui, webhook } = await web.ready
  const works = startWorks(scene, { ui, webhook })
  moveAhead(scene)
  return { web, ui, works }
}

async function kill({ web, works }: Pick<Life, 'web' | 'works'>): Promise<void> {
  works.giveUp()
  await web.end('SIGKILL')
  await works.over
}

/** Killed before it is ready. */
async function starting(scene: Scene): Promise<void> {
  const web = startHurried(scene)
  await pause(scene.random.between(50, 900))
  await web.end('SIGKILL')
}

async function anytime(scene: Scene): Promise<void> {
  const life = await begin(scene)
  await pause(scene.random.between(0, 3_000))
  await kill(life)
}

/** Killed while the mover works, mostly between the commit of the archive and that of the live file. */
export async function moving(scene: Scene): Promise<void> {
  const life = await begin(scene)
  const log = `${archiveOf(scene.file)}-wal`
  await changed(() => statSync(log, { throwIfNoEntry: false })?.mtimeMs)
  await pause(scene.random.between(0, 25))
  await kill(life)
}

/** Killed while a backup is made, by a person or by the schedule. */
async function backingUp(scene: Scene): Promise<void> {
  const { random, file, seen } = scene
  const life = await begin(scene)
  const folder = backupsOf(file)
  mkdirSync(folder, { recursive: true })
  const list = (): string => readdirSync(folder).join(' ')
  await pause(random.between(0, 1_000))
  const backup = random.chance(0.5)
    ? callWeb(life.ui, 'backups.create', {}).catch(() => undefined)
    : undefined
  await changed(list)
  await pause(random.between(0, 300))
  await kill(life)
  await backup
  if (list().includes('.new')) seen.backupsCutOff += 1
}

/** Where it receives events now: a store that was opened again has another port. */
async function receiverOf(ui: string): Promise<string> {
  const { webhook } = (await callWeb(ui, 'status.get', {})) as Status
  return webhook.address ?? ''
}

/**
 * Goes back to a backup that has all that was answered, and is killed meanwhile, or later while it
 * works again.
 */
async function restoring(scene: Scene): Promise<void> {
  const { random, seen } = scene
  const { web, ui, works } = await begin(scene)
  await pause(random.between(300, 2_000))
  await works.stop()
  await callWeb(ui, 'backups.create', {})
  const { folder, backups } = (await callWeb(ui, 'backups.list', {})) as BackupList
  const backupId = backups[0]?.id ?? ''
  // Whatever waits in it may be sent before it takes the place of the file.
  doubt(scene, openBumps(join(folder, backupId)))
  const restored = callWeb(ui, 'backups.restore', { backupId, pin: null })
  if (random.chance(0.5)) {
    await restored
    seen.restores += 1
    const again = startWorks(scene, { ui, webhook: await receiverOf(ui) })
    await pause(random.between(0, 1_500))
    await kill({ web, works: again })
    return
  }
  restored.catch(() => undefined)
  await pause(random.between(0, 2_000))
  await web.end('SIGKILL')
  await restored.then(
    () => (seen.restores += 1),
    () => (seen.restoresCutOff += 1),
  )
}

/** The kinds of lives, one after the other. */
export const lives = [moving, restoring, backingUp, anytime, starting, moving]

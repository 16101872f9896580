import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { openWallPage, type WallPage } from './wall-page.ts'
import { postAtRate, type PostedAt } from './poster.ts'
import type { Subject } from './subject.ts'

export interface Beat {
  readonly perSecond: number
  readonly seconds: number
}

const warm: Beat = { perSecond: 20, seconds: 0.5 }
const settleMs = 700

/**
 * The times from the post to the pixels of each order, in ms; infinite if it was handed over before
 * it was visible.
 */
export async function latenciesOf(wallPage: WallPage, postedAt: PostedAt): Promise<number[]> {
  const painted = await wallPage.painted()
  return [...postedAt].map(([code, at]) => (painted.get(code) ?? Infinity) - at)
}

/** A screen of a subject that has already shown its first orders. */
export async function openWarm(browser: Browser, subject: Subject, run: string): Promise<WallPage> {
  const wallPage = await openWallPage(browser, subject.ui)
  await postAtRate(subject, { ...warm, ending: true, run: `warm-${run}` })
  await pause(settleMs)
  return wallPage
}

/**
 * The times of each order of each beat in ms, one after the other on one screen, while about the
 * same number stays open.
 */
export async function session(
  { wallPage, subject }: { wallPage: WallPage; subject: Subject },
  { beats, run }: { beats: readonly Beat[]; run: string },
): Promise<number[][]> {
  const all: number[][] = []
  for (const beat of beats) {
    const ofBeat = `${run}-${String(beat.perSecond)}`
    const postedAt = await postAtRate(subject, { ...beat, ending: true, run: ofBeat })
    all.push(await latenciesOf(wallPage, postedAt))
  }
  return all
}

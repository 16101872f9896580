import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes the sounds of the kitchen: `node resources/sounds/make-sounds.ts`. 16-bit mono WAV.
 * They differ in rhythm and direction, not only in pitch, so that they are told apart through a fan.
 */
const rate = 22_050

interface Note {
  /** Seconds from the start. */
  at: number
  hertz: number
  seconds: number
  /** Strength of each harmonic, the first being the tone itself. */
  harmonics: number[]
}

const bell = [1, 0.5, 0.25, 0.12]
const wood = [1, 0, 0.45, 0, 0.2]
const horn = [1, 0.7, 0.55, 0.4, 0.3]
const reed = [1, 0.15, 0.5, 0.1, 0.2]

const sounds: Record<string, Note[]> = {
  // Two rising bells: come and look.
  new: [
    { at: 0, hertz: 659, seconds: 0.5, harmonics: bell },
    { at: 0.16, hertz: 988, seconds: 0.75, harmonics: bell },
  ],
  // Three quick knocks on one pitch: look again.
  changed: [
    { at: 0, hertz: 784, seconds: 0.12, harmonics: wood },
    { at: 0.14, hertz: 784, seconds: 0.12, harmonics: wood },
    { at: 0.28, hertz: 784, seconds: 0.3, harmonics: wood },
  ],
  // Two tones to and fro, twice: take care with this one.
  allergy: [
    { at: 0, hertz: 494, seconds: 0.24, harmonics: reed },
    { at: 0.2, hertz: 698, seconds: 0.24, harmonics: reed },
    { at: 0.4, hertz: 494, seconds: 0.24, harmonics: reed },
    { at: 0.6, hertz: 698, seconds: 0.45, harmonics: reed },
  ],
  // A door bell, falling: somebody is waiting.
  driver: [
    { at: 0, hertz: 784, seconds: 0.6, harmonics: bell },
    { at: 0.42, hertz: 622, seconds: 0.9, harmonics: bell },
  ],
  // A short and a long horn on one low pitch: that did not go through.
  refused: [
    { at: 0, hertz: 220, seconds: 0.16, harmonics: horn },
    { at: 0.2, hertz: 220, seconds: 0.5, harmonics: horn },
  ],
  // Two long falling horns: stop.
  cancelled: [
    { at: 0, hertz: 392, seconds: 0.4, harmonics: horn },
    { at: 0.38, hertz: 262, seconds: 0.7, harmonics: horn },
  ],
  // Those that a screen can have for any event.
  bell: [{ at: 0, hertz: 880, seconds: 1, harmonics: bell }],
  chime: [
    { at: 0, hertz: 523, seconds: 0.4, harmonics: bell },
    { at: 0.14, hertz: 659, seconds: 0.4, harmonics: bell },
    { at: 0.28, hertz: 784, seconds: 0.7, harmonics: bell },
  ],
  double: [
    { at: 0, hertz: 1047, seconds: 0.14, harmonics: reed },
    { at: 0.18, hertz: 1047, seconds: 0.3, harmonics: reed },
  ],
  low: [{ at: 0, hertz: 196, seconds: 0.7, harmonics: horn }],
  wood: [
    { at: 0, hertz: 587, seconds: 0.14, harmonics: wood },
    { at: 0.2, hertz: 440, seconds: 0.3, harmonics: wood },
  ],
}

function strength({ hertz, seconds, harmonics }: Note, time: number): number {
  if (time < 0 || time >= seconds) return 0
  const attack = Math.min(1, time / 0.006)
  const release = Math.min(1, (seconds - time) / 0.04)
  const decay = Math.exp((-3 * time) / seconds)
  const tone = harmonics.reduce(
    (sum, part, nth) => sum + part * Math.sin(2 * Math.PI * hertz * (nth + 1) * time),
    0,
  )
  return tone * attack * release * decay
}

function wav(notes: Note[]): Buffer {
  const length = Math.ceil(Math.max(...notes.map(({ at, seconds }) => at + seconds)) * rate)
  const wave = Array.from({ length }, (_, sample) =>
    notes.reduce((sum, note) => sum + strength(note, sample / rate - note.at), 0),
  )
  const loudest = wave.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  const file = Buffer.alloc(44 + length * 2)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + length * 2, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(length * 2, 40)
  wave.forEach((value, sample) =>
    file.writeInt16LE(Math.round((value / loudest) * 29_000), 44 + sample * 2),
  )
  return file
}

for (const [name, notes] of Object.entries(sounds))
  writeFileSync(join(import.meta.dirname, `${name}.wav`), wav(notes))

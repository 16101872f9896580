import type { FunctionalComponent } from 'vue'
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CircleX,
  Hourglass,
  Clock,
  PenOff,
  WifiOff,
} from '@lucide/vue'
import type { Finding, NameFinding, Proof } from '#contract/doctor/doctor.ts'
import type { MessageKey } from '../../locales/message-table.ts'
import { say } from '../messages.ts'
import type en from '../messages/en.json'

type Word = MessageKey<typeof en>

/** A finding has an icon and a text in addition to its color. */
interface FindingStyle {
  icon: FunctionalComponent
  tone: 'good' | 'warn' | 'bad' | 'quiet'
  word: Word
}

export const findingStyles: Record<Finding, FindingStyle> = {
  reached: { icon: CircleCheck, tone: 'good', word: 'doctor.reached' },
  refused: { icon: CircleX, tone: 'bad', word: 'doctor.refused' },
  unavailable: { icon: Hourglass, tone: 'warn', word: 'doctor.unavailable' },
  'something-else': { icon: CircleAlert, tone: 'warn', word: 'doctor.somethingElse' },
  unreachable: { icon: WifiOff, tone: 'bad', word: 'doctor.unreachable' },
  writes: { icon: PenOff, tone: 'quiet', word: 'doctor.writes' },
  'nothing-to-ask': { icon: CircleDashed, tone: 'quiet', word: 'doctor.nothingToAsk' },
}

/** How a count of findings looks. */
export const countStyle = ({ icon, tone, word }: FindingStyle, count: number) => ({
  icon,
  tone,
  label: say('doctor.count', { word: say(word), count }),
})

export const proofStyles: Record<Proof, FindingStyle> = {
  proven: { icon: CircleCheck, tone: 'good', word: 'doctor.proven' },
  contradicted: { icon: CircleX, tone: 'bad', word: 'doctor.contradicted' },
  unclear: { icon: CircleQuestionMark, tone: 'quiet', word: 'doctor.unclear' },
  'only-by-writing': { icon: PenOff, tone: 'quiet', word: 'doctor.onlyByWriting' },
  'only-by-event': { icon: Clock, tone: 'quiet', word: 'doctor.onlyByEvent' },
  'not-reached': { icon: WifiOff, tone: 'quiet', word: 'doctor.notReached' },
}

export const areaText: Record<NameFinding['area'], Word> = {
  connection: 'doctor.areaConnection',
  orders: 'doctor.areaOrders',
  deliveries: 'doctor.areaDeliveries',
  events: 'doctor.areaEvents',
  menus: 'doctor.areaMenus',
  stores: 'doctor.areaStores',
  coupons: 'doctor.areaCoupons',
  reservations: 'doctor.areaReservations',
  loyalty: 'doctor.areaLoyalty',
  tabs: 'doctor.areaTabs',
  channels: 'doctor.areaChannels',
}

export const certaintyText: Record<NameFinding['sure'], Word> = {
  documented: 'doctor.documented',
  field: 'doctor.field',
  inferred: 'doctor.inferred',
  guess: 'doctor.guess',
}

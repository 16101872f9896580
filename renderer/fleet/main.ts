import { nextTurn } from '../clock/next-turn.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/button/button.css'
import { early } from './early.ts'

early.start()
const { start } = await import('./start.ts')
await nextTurn()
await start('#fleet')

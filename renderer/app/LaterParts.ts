import { defineComponent, h, onScopeDispose } from 'vue'
import { useKeepAwake } from '../state/keep-awake.ts'
import LaterAlerts from './alerts/LaterAlerts.ts'

/** What runs in every room and is not needed before the page is idle. Renders nothing. */
export default defineComponent(() => {
  onScopeDispose(useKeepAwake().follow())
  return () => h(LaterAlerts)
})

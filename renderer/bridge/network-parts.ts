/** What only screens on the network need: it loads later, in one file. */
export { createCallOnce } from './call-once.ts'
export { describeDevice } from './describe-device.ts'

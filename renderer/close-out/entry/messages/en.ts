export default {
  roomName: {
    closeOut: 'Close-out',
  },
}

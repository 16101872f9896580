export default {
  roomName: {
    board: '86',
  },
}

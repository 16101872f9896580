export default {
  roomName: {
    store: 'Store',
  },
}

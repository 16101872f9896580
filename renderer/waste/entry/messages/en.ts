export default {
  roomName: {
    waste: 'Waste',
  },
}

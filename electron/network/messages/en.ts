export default {
  title: 'A manager lets this screen in',
  text: 'On a manager’s screen, open Settings, then Network screens, and type this code. Or scan the picture with a manager’s phone that is a screen already.',
  qr: 'This code as a picture to scan',
  left: 'Valid for {time}',
  over: 'This code is no longer valid.',
  refused: 'This screen was not let in. Ask a manager.',
  tooOften: 'Too many codes were asked for. Wait a minute, then get a new one.',
  gone: 'The kitchen computer isn’t responding. Check that Kitchen Pass is running there.',
  noStore: 'This browser doesn’t store anything. Leave private browsing, or use another browser.',
  again: 'Get a new code',
}

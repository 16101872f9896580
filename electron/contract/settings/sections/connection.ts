import { custom, section } from '../row.ts'

/** The way to the page of the connection. */
export const connection = section({
  name: { en: 'Connection', es: 'Conexión', pt: 'Conexão' },
  rows: {
    connection: custom({
      of: 'restaurant',
      control: 'connection-link',
      messages: {
        en: {
          name: 'Connection to the platform',
          hint: 'The platform’s address and token, where orders arrive, how often the order list is asked for, and the check of all that.',
          search:
            'token url address port webhook events listener hosts tunnel poll speed limit internet doctor check practice training restaurant store',
        },
        es: {
          name: 'Conexión con la plataforma',
          hint: 'La dirección y el token de la plataforma, por dónde llegan los pedidos, cada cuánto se consulta la lista de pedidos y la revisión de todo eso.',
          search:
            'url puerto webhook eventos receptor túnel velocidad límite internet doctor revisar práctica entrenamiento restaurante tienda local',
        },
        pt: {
          name: 'Conexão com a plataforma',
          hint: 'O endereço e o token da plataforma, por onde os pedidos chegam, de quanto em quanto tempo a lista de pedidos é consultada e a verificação de tudo isso.',
          search:
            'url porta webhook eventos receptor túnel velocidade limite internet doutor verificar treino restaurante loja',
        },
      },
    }),
  },
})

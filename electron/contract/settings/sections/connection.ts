import { custom, section } from '../row.ts'

export const connection = section({
  name: { en: 'Connection', es: 'Conexión', pt: 'Conexão' },
  rows: {
    connection: custom({
      of: 'restaurant',
      control: 'connection-link',
      messages: {
        en: {
          name: 'Connection to the platform',
          hint: 'Platform address and access key, how orders arrive, and the connection check.',
          search:
            'token url address port webhook events listener hosts tunnel poll speed limit internet doctor check practice training restaurant store',
        },
        es: {
          name: 'Conexión con la plataforma',
          hint: 'Dirección y clave de acceso de la plataforma, cómo llegan los pedidos y la revisión de la conexión.',
          search:
            'token url puerto webhook eventos receptor túnel velocidad límite internet doctor revisar práctica entrenamiento restaurante tienda local',
        },
        pt: {
          name: 'Conexão com a plataforma',
          hint: 'Endereço e chave de acesso da plataforma, como os pedidos chegam e a verificação da conexão.',
          search:
            'token url porta webhook eventos receptor túnel velocidade limite internet doutor verificar treino restaurante loja',
        },
      },
    }),
  },
})

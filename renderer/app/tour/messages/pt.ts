import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  tours: {
    offerTitle: 'Primeira vez aqui? Faça o tour',
    offerText: 'Cinco passos, cerca de 2 minutos. Nada aqui é real: experimente à vontade.',
    askTitle: 'Tours',
    askText: 'Cinco passos, cerca de 2 minutos, na loja de treino.',
    notHere:
      'O tour usa a loja de treino, com pedidos inventados. Esta é a sua loja real, por isso ele não pode começar aqui.',
    notHereManager:
      'Para fazer o tour, abra o Kitchen Pass em outro computador e escolha lá a loja de treino.',
    cook: 'Para a cozinha',
    manager: 'Para gerentes',
    notNow: 'Agora não',
    skip: 'Pular',
    back: 'Voltar',
    next: 'Avançar',
    finish: 'Concluir',
    done: 'Feito',
    doneClose: 'Feito. Feche isto para continuar.',
    place: '{n} de {all}',
    finished: 'Esse foi o tour. Você pode repeti-lo na ajuda.',
  },
  tourTitle: {
    wall: 'Uma comanda é um pedido',
    bump: 'Marque quando estiver pronta',
    bringBack: 'Reabra uma comanda',
    marks: 'Alergias e observações',
    soldOut: 'Marque o que esgotou',
    alerts: 'Alertas e conexão',
    busy: 'Quando a cozinha está cheia',
    reservations: 'Reservas e clientes',
    closeOut: 'Feche o turno',
    settings: 'Ajustes, backups, ajuda',
  },
  tourText: {
    wall: 'A primeira é a prometida primeiro. O topo fica âmbar quando falta pouco tempo e vermelho quando está atrasada.',
    bump: 'Então a comanda sai da tela e a plataforma é avisada.',
    bringBack: 'Por alguns segundos a comanda tem Desfazer. Depois ela está em Reabrir.',
    marks:
      'Uma alergia fica em violeta, também embaixo na tela. Observações e dados do entregador ficam acima dos pratos.',
    soldOut:
      'O que está desligado não pode ser pedido. Na tela da cozinha, segure um prato para fazer o mesmo.',
    alerts:
      'Em Alertas está o que pede uma decisão. O ponto mostra a conexão: verde está bem. Toque para abrir.',
    busy: 'Prometa mais tempo aqui ou pause os pedidos por um tempo. Os dois voltam sozinhos ao normal.',
    reservations:
      'Anote uma reserva aqui. Os clientes, com seus pontos e alergias, têm uma seção própria.',
    closeOut:
      'No fim, escolha o turno, conte o caixa, compare e assine. Um fechamento assinado nunca muda.',
    settings: 'Telas, sons, PIN e backups ficam em Ajustes. A ajuda está em todas as seções.',
  },
  tourTask: {
    bump: 'Toque no botão.',
    bringBack: 'Reabra a sua comanda.',
    sellOut: 'Desligue um item.',
    setTime: 'Escolha um tempo.',
  },
} satisfies MessagesLike<typeof en>

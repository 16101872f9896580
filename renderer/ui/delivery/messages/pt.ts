import type { MessagesLike } from '../../../locales/message-table.ts'
import type { en } from './en.ts'

export const pt: MessagesLike<typeof en> = {
  deliveryState: {
    undoable: 'Pode ser desfeito',
    queued: 'Espera para ser enviado',
    sending: 'Enviando',
    accepted: 'Enviado, confirmado depois',
    confirmed: 'Confirmado',
    'print-confirmed': 'Impresso',
    'by-person': 'Resolvido à mão',
    refused: 'Recusado',
    unanswered: 'Ainda sem resposta',
    unconfirmed: 'Não confirmado',
    withdrawn: 'Retirado antes do envio',
    dismissed: 'Descartado',
    'not-needed': 'Não é mais preciso',
    expired: 'Não foi enviado a tempo',
  },
  deliveryReason: {
    conflict: 'Outra pessoa mudou este cupom enquanto isso. Nada foi enviado.',
    'emails-forgotten':
      'A mudança não foi enviada. Os e-mails não são guardados após um reinício. Digite-os de novo.',
    'not-listed': 'A mudança não foi enviada. A plataforma não lista mais este cupom.',
    'part-unread':
      'A mudança não foi enviada. Uma parte do que ele diz não pôde ser lida aqui, e se perderia. Mude-o na administração da plataforma.',
    'unreadable-payload': 'O que ia ser enviado não pode mais ser lido.',
    'nobody-listens': 'Em espera: nada escuta no endereço da impressora. Ela está ligada?',
    'no-such-name': 'Em espera: o nome da impressora não foi encontrado nesta rede.',
    'no-way-there': 'Em espera: esta máquina não acha caminho até a impressora.',
    'too-slow': 'Em espera: a impressora não responde. Ela está ligada?',
    'cut-off': 'Em espera: a conexão com a impressora caiu.',
    'no-printer':
      'O que responde nesse endereço não é uma impressora de recibos. Confira o endereço em Ajustes.',
    'not-for-printers':
      'Em espera: o Kitchen Pass não imprime neste endereço ou porta. Um gerente pode permitir em Ajustes.',
  },
  deliveryTrouble: {
    refused: 'A plataforma recusou | A plataforma recusou {n}',
    unknown: 'Foi enviado e não houve resposta | {n} foram enviados e não houve resposta',
    expired: 'Não pôde ser enviado a tempo | {n} não puderam ser enviados a tempo',
    'preparation-ready-refused': 'A plataforma recusou “Pronto” | {n} “Pronto” recusados',
    'preparation-ready-unknown':
      '“Pronto” foi enviado e nunca confirmado | {n} “Pronto” sem confirmação',
    'stock-refused': 'A plataforma recusou a mudança | Mudanças de {n} itens recusadas',
    'stock-unknown':
      'A mudança foi enviada e nunca confirmada | Mudanças de {n} itens sem confirmação',
    'stock-expired':
      'Conte de novo: o número não pôde ser enviado a tempo | Conte {n} itens de novo: os números não puderam ser enviados a tempo',
    'coupon-change-refused':
      'A plataforma recusou a mudança | A plataforma recusou mudanças de {n} cupons',
    'coupon-change-unknown':
      'Talvez tenha sido enviado: ninguém confirmou. Compare e decida. | Talvez mudanças de {n} cupons tenham sido enviadas: ninguém as confirmou',
    'reservation-refused': 'A plataforma recusou uma reserva | A plataforma recusou {n} reservas',
    'reservation-unknown':
      'Uma reserva foi enviada sem resposta: pode existir. Procure a referência dela no painel da plataforma; está nos pedidos especiais. | {n} reservas foram enviadas sem resposta: podem existir',
    'reservation-expired':
      'Uma reserva não pôde ser enviada a tempo: a plataforma não a tem. Escolha outro horário ou descarte. | {n} reservas não puderam ser enviadas a tempo',
    'reservation-lost':
      'Uma alteração deixou um cliente sem mesa: a reserva nova não foi feita | Alterações deixaram {n} reservas sem mesa: as novas não foram feitas',
    'reservation-cancel-refused':
      'A plataforma recusou cancelar uma reserva | A plataforma recusou cancelar {n} reservas',
    'reservation-cancel-unknown':
      'Não se sabe se está cancelada na plataforma. Procure a referência dela no painel da plataforma. | Não se sabe se {n} estão canceladas na plataforma',
    'reservation-cancel-by-hand':
      'Uma reserva foi alterada: cancele a anterior no painel da plataforma | {n} reservas foram alteradas: cancele as anteriores no painel da plataforma',
    'complete-order-refused':
      'O canal de venda recusou concluir um pedido | O canal de venda recusou concluir {n} pedidos',
    'complete-order-unknown':
      'Foi enviado e não houve resposta. Veja no caixa e diga como está. | Não se sabe se {n} pedidos do canal de venda estão concluídos',
    'print-unknown':
      'A impressora ficou muda. Veja se o papel saiu. | Talvez {n} papéis não saíram. Veja se saíram.',
  },
  deliveryChoice: {
    retry: 'Enviar de novo | Enviar os {n} de novo',
    'mark-done': 'Já está feito | Dar os {n} por feitos',
    dismiss: 'Descartar | Descartar os {n}',
    withdraw: 'Não enviar | Não enviar {n}',
    conflict: 'Enviar o meu mesmo assim | Enviar os {n} mesmo assim',
    'coupon-change-dismiss': 'Descartar minha mudança | Descartar {n} mudanças',
    'stock-mark-done': 'Deixar assim | Deixar os {n} assim',
    'reservation-mark-done': 'Está lá | As {n} estão lá',
    'reservation-cancel-mark-done': 'Está cancelada | As {n} estão canceladas',
    'reservation-cancel-dismiss': 'Vêm mesmo assim | Os {n} vêm mesmo assim',
    'complete-order-mark-done': 'Está concluído | Os {n} estão concluídos',
    'print-retry': 'Imprimir de novo | Imprimir os {n} de novo',
    'print-mark-done': 'Saiu, sim | Os {n} saíram',
    'print-withdraw': 'Não imprimir | Não imprimir {n}',
  },
  deliveryName: {
    'preparation-ready': 'Um pedido',
    stock: 'Um item do cardápio',
    'coupon-change': 'Um cupom',
    reservation: 'Uma reserva',
    'reservation-cancel': 'Uma reserva',
    'complete-order': 'Um pedido do canal de venda',
    print: 'Um papel',
    ticket: 'Pedido {title}',
    'close-out': 'Fechamento {title}',
    test: 'Tira de teste',
  },
  decision: {
    decide: 'Decidir',
    title: 'Decidir sobre {n}',
    many: 'O que é enviado de novo a plataforma talvez ouça uma segunda vez. Senão, nada mais é enviado sobre estes.',
  },
}

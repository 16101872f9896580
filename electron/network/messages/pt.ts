import type en from './en.ts'

export default {
  title: 'Um gerente dá acesso a esta tela',
  text: 'Na tela de um gerente, abra Ajustes, depois Telas na rede, e digite este código. Ou leia a imagem com o celular de um gerente que já seja uma tela.',
  qr: 'Este código como imagem para ler',
  left: 'Válido por {time}',
  over: 'Este código não é mais válido.',
  refused: 'Esta tela não recebeu acesso. Fale com um gerente.',
  tooOften: 'Foram pedidos códigos demais. Espere um minuto e peça um novo.',
  gone: 'O computador da cozinha não responde. Verifique se o Kitchen Pass está aberto lá.',
  noStore: 'Este navegador não guarda nada. Saia da navegação privada ou use outro navegador.',
  again: 'Pedir um código novo',
} satisfies typeof en

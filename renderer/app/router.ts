import { createRouter, createWebHashHistory } from 'vue-router'
import QueueView from '../queue/QueueView.vue'

/** The queue is there at once; other views come when they are asked for. */
export const makeRouter = () =>
  createRouter({
    history: createWebHashHistory(),
    routes: [
      { path: '/', component: QueueView },
      { path: '/connection', component: () => import('../connection/ConnectionView.vue') },
      { path: '/stock', component: () => import('../board/BoardView.vue') },
      { path: '/:rest(.*)', redirect: '/' },
    ],
  })

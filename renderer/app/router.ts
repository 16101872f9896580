import { createRouter, createWebHashHistory, type Router } from 'vue-router'
import type { Room } from '../ui/page/room.ts'
import { rooms } from './rooms.ts'

declare module 'vue-router' {
  interface RouteMeta {
    room?: Room
  }
}

/** Development only: the shipped page doesn't contain this route or its code. */
const gallery = import.meta.env.DEV
  ? [{ path: '/ui', component: () => import('../ui/gallery/GalleryView.vue') }]
  : []

export const makeRouter = (): Router =>
  createRouter({
    history: createWebHashHistory(),
    routes: [
      ...rooms.map((room) => ({ path: room.path, component: room.view, meta: { room } })),
      ...gallery,
      { path: '/:rest(.*)', redirect: '/' },
    ],
  })

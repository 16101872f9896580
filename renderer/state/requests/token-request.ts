import { defineStore } from 'pinia'
import { oneQuestion } from './one-question.ts'

/** Asks for the store's access token; the answer is whether one was given that the platform takes. */
export const useTokenRequest = defineStore('tokenRequest', oneQuestion)

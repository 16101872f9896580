import { defineStore } from 'pinia'
import { oneQuestion } from './one-question.ts'

/** Asks for the store's access token. Resolves to whether a valid token was entered. */
export const useTokenRequest = defineStore('tokenRequest', oneQuestion)

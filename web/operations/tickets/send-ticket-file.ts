import type { CallOptions } from '#web/data/answers.ts'
import { api } from '../api.ts'

export const sendTicketFile = (sending: CallOptions) => api.uploadTicketFile({}, sending)

import type { CallOptions } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'

export const sendTicketFile = (sending: CallOptions) => api.uploadFile({ purpose: 'ticket' }, sending)

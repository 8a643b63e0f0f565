/** One colour and one word for every state, wherever it is shown. */
export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'idle'

export interface StateLook {
  word: string
  tone: Tone
}

export const verificationStates = {
  none: { word: '未提交', tone: 'idle' },
  under_review: { word: '审核中', tone: 'busy' },
  approved: { word: '已认证', tone: 'good' },
  rejected: { word: '已驳回', tone: 'bad' },
} as const satisfies Record<string, StateLook>

export const companyStates = {
  trial: { word: '试用中', tone: 'busy' },
  active: { word: '正常', tone: 'good' },
  frozen: { word: '已冻结', tone: 'bad' },
} as const satisfies Record<string, StateLook>

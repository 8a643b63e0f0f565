import { readDraft, writeDraft } from '#web/data/draft.ts'
import { type DraftRow, draftedRows, isEmpty } from './draft-rows.ts'

/** What applies to everybody who is added at once. */
export interface ForAll {
  invite: boolean
  /** The days that are kept for each of them. */
  days: number | null
  template?: string | undefined
  /** The end of their employment, which makes all of them guests. */
  guest: string | null
}

export const nothingForAll: ForAll = { invite: true, days: null, guest: null }

/** What 逐个填写 holds is kept under this name until it is sent. */
const draftName = 'add-employees'

/** Rows without what applies to all of them would make permanent employees of ten guests, so that both are one draft. */
export interface AddDraft extends ForAll {
  rows: readonly DraftRow[]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export function readAddDraft(): AddDraft {
  const draft = readDraft(draftName)
  // An earlier version has kept the rows alone.
  const { rows, invite, days, template, guest } = Array.isArray(draft)
    ? { rows: draft }
    : isObject(draft)
      ? draft
      : ({} as Record<string, unknown>)
  return {
    rows: draftedRows(rows),
    invite: invite !== false,
    days: typeof days === 'number' ? days : null,
    ...(typeof template === 'string' && { template }),
    guest: typeof guest === 'string' ? guest : null,
  }
}

/** Reports whether a draft holds anything that somebody filled in. */
export const isFilled = ({ rows, invite, days, template, guest }: AddDraft): boolean =>
  rows.some(row => !isEmpty(row)) || !invite || days !== null || template !== undefined || guest !== null

export const writeAddDraft = (draft: AddDraft): void => writeDraft(draftName, isFilled(draft) ? draft : undefined)

export const dropAddDraft = (): void => writeDraft(draftName, undefined)

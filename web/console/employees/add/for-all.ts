import { readDraft, writeDraft } from '#web/data/draft.ts'
import { type DraftRow, draftedRows, isEmpty } from './draft-rows.ts'

/** What applies to everyone who is added together. */
export interface ForAll {
  invite: boolean
  /** The days reserved for each of them. */
  days: number | null
  template?: string | undefined
  /** The end of their employment, which makes all of them guests. */
  guest: string | null
}

export const nothingForAll: ForAll = { invite: true, days: null, guest: null }

/** The name under which 逐个填写 is stored until it is sent. */
const draftName = 'add-employees'

/** Rows and common fields are one draft: rows without the end date would turn guests into permanent employees. */
export interface AddDraft extends ForAll {
  rows: readonly DraftRow[]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export function readAddDraft(): AddDraft {
  const draft = readDraft(draftName)
  // An earlier version stored only the rows.
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

/** Returns the draft as it is stored, to be compared. */
export const storedAddDraft = (): string => JSON.stringify(readDraft(draftName)) ?? ''

/** Reports whether a draft holds any input. */
export const isFilled = ({ rows, invite, days, template, guest }: AddDraft): boolean =>
  rows.some(row => !isEmpty(row)) || !invite || days !== null || template !== undefined || guest !== null

export const writeAddDraft = (draft: AddDraft): void => writeDraft(draftName, isFilled(draft) ? draft : undefined)

export const dropAddDraft = (): void => writeDraft(draftName, undefined)

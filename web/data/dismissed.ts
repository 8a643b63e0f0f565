import { keys, readJson, write } from './storage.ts'

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(each => typeof each === 'string')

/** The most ids kept, more than are ever shown together. Beyond this the oldest are dropped. */
const maxIds = 50

/** Ids of the announcements that were closed in this browser. */
export const dismissedAnnouncements = (): string[] => readJson(keys.announcements, isList) ?? []

export const dismissAnnouncement = (id: string): void =>
  write(
    keys.announcements,
    JSON.stringify([...dismissedAnnouncements().filter(each => each !== id), id].slice(-maxIds)),
  )

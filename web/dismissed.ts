import { keys, readJson, write } from './storage.ts'

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(each => typeof each === 'string')

/** More than are ever shown at once; the oldest are forgotten. */
const most = 50

/** Announcements that were closed in this browser. */
export const dismissedAnnouncements = (): string[] => readJson(keys.announcements, isList) ?? []

export const dismissAnnouncement = (id: string): void =>
  write(keys.announcements, JSON.stringify([...dismissedAnnouncements().filter(each => each !== id), id].slice(-most)))

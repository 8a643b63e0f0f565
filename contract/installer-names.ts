/** Names and limits of the installers module. Its pages use this file, so it must not import zod. */
export const installerStates = ['current', 'earlier', 'withdrawn'] as const
export type InstallerState = (typeof installerStates)[number]

/** The platforms, by the numbers with which clients report their system. */
export const clientTypeNames = { 1: 'Windows', 4: 'Mac', 2: 'Android' } as const
export const clientTypeOrder = [1, 4, 2] as const

/** The largest installer, in gigabytes. */
export const installerGigabytes = 1
export const installerBytes = installerGigabytes * 1024 ** 3
export const installerExtensions = ['exe', 'msi', 'zip', 'dmg', 'pkg', 'apk'] as const
/** A version like 12.0.1. */
export const versionPattern = /^\d{1,6}(?:\.\d{1,6}){1,3}$/

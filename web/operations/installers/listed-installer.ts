import { clientTypeNames } from '#contract/installer-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'

export type ListedInstaller = OperationOutput<'getInstallerList'>['list'][number]

export const nameOf = ({ client_type, version }: ListedInstaller) => `${clientTypeNames[client_type]} ${version}`

import { keys, readJson, write } from './storage.ts'

export interface NetworkError {
  /** Milliseconds since 1970. */
  time: number
  call: string
  kind: 'ERR_NETWORK' | 'ECONNABORTED'
  /** Milliseconds from the request to the error. */
  ms: number
}

const maxErrors = 50

const isErrorList = (value: unknown): value is NetworkError[] =>
  Array.isArray(value) && value.every(entry => typeof entry?.time === 'number' && typeof entry.call === 'string')

/** Oldest first. */
export const networkErrors = (): NetworkError[] => readJson(keys.networkErrors, isErrorList) ?? []

export function addNetworkError(error: NetworkError): NetworkError[] {
  const list = [...networkErrors(), error].slice(-maxErrors)
  write(keys.networkErrors, JSON.stringify(list))
  return list
}

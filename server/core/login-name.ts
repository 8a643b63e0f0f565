import { userInfo } from 'node:os'

/** Returns the name of the process's user. Containers may run it under a number that the system knows no user by. */
export function loginName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

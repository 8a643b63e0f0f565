/** Person-days that renew one person for the shortest package. */
export const renewalDays = 30
/** Whose service ends within so many days needs a renewal soon. */
export const soonDays = 15

/**
 * How far the balance, in person-days, falls short of renewing everyone whose service ends soon; undefined while it
 * suffices.
 */
export function lowBalance(balance: number, endsSoon: number): { missing: number; text: string } | undefined {
  const missing = endsSoon * renewalDays - balance
  if (missing <= 0) return
  return {
    missing,
    text: `${endsSoon} 人将在 ${soonDays} 天内到期，剩余 ${balance} 人天，各续 ${renewalDays} 天还差 ${missing} 人天`,
  }
}

import { useEffect } from 'react'

/** Fills the empty account field of a newly opened panel with the account typed in the previous one. */
export function useSharedAccount(
  visible: boolean,
  account: string,
  value: string,
  fill: (account: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening the panel fills the field; a field that is emptied afterwards stays empty
  useEffect(() => {
    if (visible && account && !value) fill(account)
  }, [visible])
}

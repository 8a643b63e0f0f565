import { useEffect } from 'react'

/** What was typed as the account in one panel fills the empty field of the next one shown. */
export function useSharedAccount(
  shown: boolean,
  account: string,
  value: string,
  fill: (account: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only being shown fills; emptying the field afterwards stays
  useEffect(() => {
    if (shown && account && !value) fill(account)
  }, [shown])
}

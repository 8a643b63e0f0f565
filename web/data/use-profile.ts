import { useEffect, useState } from 'react'
import { session } from './session.ts'
import { useCall } from './use-call.ts'

/**
 * The account as the server knows it now; until it answers, the stored copy. Updates the stored copy and the role,
 * because since the login a verification may have been approved or a manager removed.
 */
export function useProfile() {
  // Nobody waits for a newer copy of what is shown already.
  const [background] = useState(() => session.userInfo() !== undefined)
  const called = useCall('wGetUserInfo', {}, { background })
  const { data } = called
  useEffect(() => {
    if (data) session.setUserInfo(data.user_info)
  }, [data])
  return { ...called, info: data?.user_info ?? session.userInfo() }
}

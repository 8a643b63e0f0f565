import { useEffect, useState } from 'react'
import { session } from './session.ts'
import { useCall } from './use-call.ts'

/**
 * The account as the server knows it now; until it answers, the stored copy. Updates the stored copy and the role, because a
 * verification may have been approved or a manager removed since the login.
 */
export function useProfile() {
  // The user does not wait for a refresh of data that is already shown.
  const [background] = useState(() => session.userInfo() !== undefined)
  const called = useCall('wGetUserInfo', {}, { background })
  const { data } = called
  useEffect(() => {
    if (data) session.setUserInfo(data.user_info)
  }, [data])
  return { ...called, info: data?.user_info ?? session.userInfo() }
}

/** The portal's name in logs for acts without a person. */
export const systemName = '系统'

/** The command line is invalid. The message is for the operator and is printed with the help. */
export class CommandUsage extends Error {}

/** The service's name for people without a team, in words. */
export function noTeamName(team: string): string {
  return team === '(none)' ? 'Without a team' : team
}

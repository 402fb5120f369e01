/**
 * 61 first and 59 last names. Both numbers are prime, so advancing through both lists in parallel gives thousands of
 * different people.
 */
export const firstNames =
  'Maya Noah Priya Lucas Amara Ethan Sofia Diego Hana Omar Chloe Kwame Ines Leo Yuki Grace Mateo Zoe Arjun Nora Felix Leila Samuel Aisha Hugo Mei Daniel Elena Tariq Ruby Jonas Valeria Caleb Anika Ivan Freya Malik Clara Rohan Alice Pablo Naomi Stefan Layla Owen Bianca Kenji Esther Marco Tessa Ravi Julia Emil Farah Victor Linnea Andre Rosa Simon Adaeze Theo'.split(
    ' ',
  )

export const lastNames =
  'Fischer Okafor Sharma Bennett Costa Nguyen Haddad Larsen Kim Alvarez Novak Mensah Rossi Clarke Tanaka Weber Silva Patel Murphy Ivanova Chen Dubois Hassan Reyes Jansen Kowalski Singh Moreau Adeyemi Brooks Castillo Lindqvist Rao Petrov Osei Hughes Marino Yamada Schmidt Diallo Torres Gupta Bauer Walsh Park Mendes Eriksen Bianchi Khan Foster Vargas Ito Keller Abbas Sullivan Ortiz Nakamura Romero Vogel'.split(
    ' ',
  )

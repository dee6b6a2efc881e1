<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="hy" sourcelanguage="en">
 <context>
  <name>AlarmList</name>
  <message>
   <source>No alarms</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>acknowledged by %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Seen</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Acknowledge: %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>BaccaratTable</name>
  <message>
   <source>%1 has %2</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>BiasRow</name>
  <message>
   <source>%1: χ² %2 (%3 df), chance %4</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>too few spins</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>History of the chance: %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>CardKeypad</name>
  <message>
   <source>Enter</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>spades</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>hearts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>diamonds</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>clubs</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>CardsPanel</name>
  <message>
   <source>Count of the set %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sets of cards</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Count</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Count the set %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Washed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shuffled by hand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shuffled by machine</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cut, cut card placed</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>CorrectPanel</name>
  <message>
   <source>%1: what was there?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Round %1: tap what was wrong</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which round?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This round is void already</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hold: result does not count</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No link to the table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Values were changed: correct the result, or go back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose or type a reason first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hold to correct</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tap what was wrong</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>CountForm</name>
  <message>
   <source>%1 decks, %2 cards: no difference noted</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1 cards. </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Missing or too many …</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One fewer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One more</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Done with this card</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every card was counted by identity</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hold: this is the count</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No link to the table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Say first that every card was counted</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>CountdownRing</name>
  <message>
   <source>%1 seconds left</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Dealer</name>
  <message>
   <source>Who takes over: show your badge, or type staff number and PIN</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>DecisionPane</name>
  <message>
   <source>No link to the table</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Doorway</name>
  <message>
   <source>Show your badge, or type staff number and PIN</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Second person: show your badge, or type staff number and PIN</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>EntryPanel</name>
  <message>
   <source>By hand: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what is due</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Entered. Another person enters the same.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1 has entered it. Enter what you have seen.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Two people enter the same, one of them a pit boss.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>HeldPane</name>
  <message>
   <source>STOP</source>
   <translation>ԿԱՆԳ</translation>
  </message>
  <message>
   <source>Read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Due</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Also read since: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Call pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No link to the table: call by voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>HoldButton</name>
  <message>
   <source>Hold the button until it is full</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>InspectPanel</name>
  <message>
   <source>Inspections</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Note</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>level and clean</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>part exchanged</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>seen with the technician</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>inspected %1 UTC</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not inspected yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Found good</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1: found good</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No link to the table</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>LogInPane</name>
  <message>
   <source>Show your badge, or type staff number and PIN</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Locked for another %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One moment …</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Confirms %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Badge</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Staff number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>PIN</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Back</source>
   <translation>Հետ</translation>
  </message>
  <message>
   <source>Hold to log out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No link to the table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Call pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No link to the table: call by voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete</source>
   <translation>Ջնջել</translation>
  </message>
  <message>
   <source>Enter</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A PIN has at least four digits</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Type your staff number</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>NumberKeypad</name>
  <message>
   <source>Ball %1 of %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keys on the reel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sector of the bonus wheel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Announced number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Number seen</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Double</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete</source>
   <translation>Ջնջել</translation>
  </message>
  <message>
   <source>Enter</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>OrdersPanel</name>
  <message>
   <source>Choose or type a reason first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No link to the table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Orders</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Void the round</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Close table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shuffle after this round</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Free hand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dealer off</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Confirm for the dealer</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PageActions</name>
  <message>
   <source>Orders</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Correct a result</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cards</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Inspect</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Enter by hand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rule</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No link to the table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing can be ruled while a device is missing</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PageHead</name>
  <message>
   <source>In this state for %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PagedGrid</name>
  <message>
   <source>Page before</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Page %1 of %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Page after</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Panel</name>
  <message>
   <source>Back</source>
   <translation>Հետ</translation>
  </message>
  <message>
   <source>Close</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Back one step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Close: %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PitHeader</name>
  <message>
   <source>All tables</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Log in</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Log out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Alarm flood</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Alarms this hour: %1 (aim %2)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language: %1</source>
   <translation>Լեզուն՝ %1</translation>
  </message>
 </context>
 <context>
  <name>PlayingCard</name>
  <message>
   <source>card face down</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ReasonField</name>
  <message>
   <source>Reason</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>seen on video</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>dealer's error</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>device fault</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>end of shift</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>order of the house</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Next usual: %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Road</name>
  <message>
   <source>%1: %2 rounds</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>B</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>T</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>P</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Roads</name>
  <message>
   <source>Big road</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bead plate</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>RouletteTable</name>
  <message>
   <source>Shaker</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>RulingDialog</name>
  <message>
   <source>Ruling</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Due</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No ruling is possible now: a device is missing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Also read since: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Two people must rule the same, one of them a pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Back</source>
   <translation>Հետ</translation>
  </message>
  <message>
   <source>Two people enter it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hold to rule</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No link to the table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose a ruling</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose or type a reason first</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SecondsList</name>
  <message>
   <source>A second person must give the same order</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ordered by %1, %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hold to agree</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hold to agree: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No link to the table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Second person here</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SilentBanner</name>
  <message>
   <source>No link to the table. What stands below may be old. Deal nothing, call the pit boss by voice.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Strip</name>
  <message>
   <source>%1 takes over from %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>%1 leaves after this round</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go on duty</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shift</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Leave</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language: %1</source>
   <translation>Լեզուն՝ %1</translation>
  </message>
 </context>
 <context>
  <name>TimeLine</name>
  <message>
   <source>The round</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>WaitingPane</name>
  <message>
   <source>No link to the table. Call the technician.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Connecting to the table</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Wall</name>
  <message>
   <source>pockets</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sectors</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>backend away</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} not acknowledged</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>backend ready</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>backend {ms} ms</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>cut card out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} cards out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} to the cut card</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>WallTile</name>
  <message>
   <source>no link</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In this state for %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>connecting</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tap to acknowledge</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>WheelNumbers</name>
  <message>
   <source>Last %1 numbers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hot</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cold</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bias after %1 spins</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>WinnerKeypad</name>
  <message>
   <source>Player wins</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Banker wins</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tie</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>WorkPane</name>
  <message>
   <source>Say: “%1”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No link to the table: call by voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Next: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Call pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Back</source>
   <translation>Հետ</translation>
  </message>
  <message>
   <source>Report</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Confirm</source>
   <translation>Հաստատել</translation>
  </message>
  <message>
   <source>No link to the table</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Orders</name>
  <message>
   <source>Correct {round}: {values}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The result of {round} does not count</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The count of the set {name}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>void</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>corrected</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>BOX {box}, hand {hand}, card {card}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ball {number}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>LogIn</name>
  <message>
   <source>nobody logs in here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not known here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>wrong PIN</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>locked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not in this role</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no licence for this game</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>on duty at another table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>too many wait: try again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the ruling</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>to void the last result</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the correction</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the same value</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the same count</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the same order</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no link to the table</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Prompts</name>
  <message>
   <source>Table closed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Wait: {devices}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Wait: no set of cards is ready to be shuffled</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Wait for the wheel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Clear the table. Last: {outcome}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Wait: bets are open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Card to {to}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lay the cut card aside, then card to {to}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Card face down to {to}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>First card of the shoe, face up</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Burn {number} of {of}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lay the cut card aside, then burn {number} of {of}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Spin</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ball in play</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Wait: the backend names the boxes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Box {box}, hand {hand}: {allowed}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Draw {count} balls</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Turn the reel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Turn the bonus wheel, turn {turn}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Wait: {draw} is drawn</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Peek at the hole card</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A second person enters {request}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Announce the result: {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Inspect the cards, then confirm</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shuffle, then confirm</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Put the cards into the shuffler and start it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Put the {batch} cards into the shuffler and start it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Wait: the shuffler is at work</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cards are stuck in the shuffler: take all of them out, count them and put them in again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shut the shuffler</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The shuffler reports a fault: call the technician</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cut and place the cut card, then confirm</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Load the shoe</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Turn the hole card</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Check that every ball is in the drawer, then confirm</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The round ends</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Announce the result</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Deal the cards</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Burn as many as the card says</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Box {box}, hand {hand} decides</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The players decide</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>As the card falls</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>As the ball falls</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>As the turn ends</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>As the player decides</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>As the peek says</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Alarms</name>
  <message>
   <source>Too many wrong PINs: they are locked for five minutes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A badge of nobody was shown</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The dealer asks for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A round was voided</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The set of cards must be counted after this shoe</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A set of cards is not whole: it is blocked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Two people have entered different values</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The video recorder is silent</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cards are stuck in the shuffler</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The shuffler reports a fault</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A batch was shuffled whose set has not been counted</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A card that had been read was shown again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A device has not done what it was ordered</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A device has found a fault in itself</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A device has tested itself</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A decision ran out of time while the table was held</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Somebody was refused at the table's sockets</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The wall clock was set: times before and after it do not compare</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The backend's clock and the table's differ by more than is allowed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The backend's clock and the table's agree again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The backend will not take an event; nothing that follows it is sent</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Events were sent and the backend does not answer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The second copy of the journal cannot be written</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The second copy of the journal is whole again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The list of people cannot be read: nobody new is let in</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The dealer of this table is on duty at another one</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Older rows of the journal are not what was written</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The software or the configuration is not what the table started with</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Announcements</name>
  <message>
   <source>No more bets</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No spin</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The cut card is out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Last hand before shuffle</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Player wins</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Banker wins</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tie</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The number is called</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Both numbers are called</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Blackjack</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Insurance</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The dealer has no blackjack</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The dealer has blackjack</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The dealer is bust</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The dealer has 17</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The dealer has 18</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The dealer has 19</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The dealer has 20</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The dealer has 21</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Faults</name>
  <message>
   <source>A card was read for another place than the one due</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Leave the cards as they lie and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A card was read when none was due</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keep the card in view, do not place it, and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A card left the shoe before the bets were closed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keep the card in view and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The shoe could not read a card</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keep the card face down in view and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A card was drawn while the shoe was not dealing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>More copies of a card than the shoe can hold</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop dealing; the pit boss checks the whole shoe</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The shoe restarted although it was in play</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Draw nothing and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The shoe reports a fault</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Draw nothing; look at the shoe's display and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A cut card came although it was out already</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lay it aside and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A card fell to the floor</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop dealing; nobody picks it up before the pit boss has come</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A card lay face up in the shoe</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Two cards came out together, and their order is not known</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Touch neither card and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The shoe has no card left although one is due</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The first cards of the shoe lie in an order that a shuffle does not leave</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop dealing; the pit boss looks at the shuffle</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Too few or too many cards were burned</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop; the pit boss counts the burned cards</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The shoe is past the cut card's place and it has not come</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Finish the round; the pit boss looks for the cut card</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A place was passed over in dealing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A card was dealt to a box that is not in play</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Leave the card as it lies and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The shuffler counted another number of cards than a shoe holds</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Leave these cards where they are; the pit boss has them counted</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The shuffler holds the batch whose turn it is not</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Leave the cards where they are; the pit boss sees which batch is due</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The shoe sent a card again that was not read before: the same card, or one that was missed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Draw nothing; compare the cards on the table with the screen and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The wheel gave a number that belongs to no spin of this round</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Leave the ball where it is and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The wheel named two different numbers for one spin</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The spin ended without its number being seen</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Do not spin and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The wheel closed with the ball in play</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Take the ball out and wait for the technician</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The wheel was switched off and on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The ball ran the same way as the rotor</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Take the ball out before it settles</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The wheel reports a faulty sensor, motor or encoder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Do not spin and wait for the technician</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The wheel has lost sight of the ball</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Look for the ball and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The ball was not launched</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Take the ball out and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The rotor runs outside its approved speed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The ball was launched before the bets were closed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The ball left the wheel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Find the ball; the pit boss inspects it before it runs again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Something lies in the wheel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop the wheel and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The ball made fewer turns than the house demands</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Take the ball out: no spin</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The ball has not come to rest in a pocket</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Do not touch the ball and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The ball changed its pocket after it had settled</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The wheel is not set as it was approved</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The wheel is there and reports nothing: it is muted</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The drawer does not hold every ball</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Do not draw; the pit boss checks the ball set</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A ball was drawn when none was due</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Leave the ball in the tube and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same ball was read twice in one draw</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Touch nothing and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A ball passed without being read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Leave the balls in the tube and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A ball that is not of this set</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A ball that was read has left the tube</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The drawer cannot go on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Touch nothing and wait for the technician</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The link to a device is gone</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Wait; the table goes on when the device is back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>More than half of what a device says cannot be read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Call the technician: check cable and line settings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The table's program was started again in the middle of a round</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compare the cards on the table with the screen</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A device said something that has no place now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A second source says another result</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the devices say cannot be</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The backend has not named the boxes in play</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Do not deal and wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A device's serial line is not set as the table's file has it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Call the technician: another adapter, or another line in the table's file</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Words</name>
  <message>
   <source>PLAYER</source>
   <translation>ԽԱՂԱՑՈՂ</translation>
  </message>
  <message>
   <source>BANKER</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>DEALER</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>BOX</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>TIE</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>VOID</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>closed</source>
   <translation>փակ է</translation>
  </message>
  <message>
   <source>not ready</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>shoe change</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bets open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>in play</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>between rounds</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>HELD</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>hit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>stand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>double</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>triple</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>quadruple</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>split</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>surrender</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>insurance</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>even money</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>decline</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>natural</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>blackjack</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>soft</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bust</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>doubled</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Baccarat</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Roulette</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Blackjack</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ready</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>slow</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no link</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not connected</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>connecting</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>wrong line settings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>shoe</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>wheel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ball drawer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>shuffler</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>timer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>table</source>
   <translation>սեղան</translation>
  </message>
  <message>
   <source>house rule</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>backend</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>SHAKER</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>lost</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>shuffle</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>cut</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>shoe loaded</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>cards inspected</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ball drawer full</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>hole card turned</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>red</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>black</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>zero</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>voisins</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>orphelins</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>tiers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>high</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>medium</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>low</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Void the round</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Card to the place that was due</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The card is the next one dealt</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Burn the card</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Two people enter it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The result stands</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Spin again, bets stand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bets open, spin again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Another shoe</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Leave as it lies</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Finish, then count the shoe</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Complete from the discards</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>received</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>counted</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>shuffled</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>spent</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>blocked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>lottery balls</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bonus wheel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>technician</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ball</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>cards</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>dealer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>red backs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>blue backs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>green backs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>black backs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>failed launch</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>wrong direction</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ball not sensed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>component fault</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>place bets</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ball in the rim</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no more bets</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>winning number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>before the game</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>jam</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>fault</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>blue</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>buttons</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>badge reader</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Phrases</name>
  <message>
   <source>nothing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bets</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>card to {place}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>card face down to {place}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>burn card {number} of {of}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the number of this spin</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>agreement on {word}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the decision of box {box}, hand {hand}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} balls</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the reel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>turn {turn} of the bonus wheel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the draw {draw}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the peek</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{card} for {place}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one {card} too many</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a second cut card</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{card} while the shoe was {state}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>fault {code}: {reason}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{text} is not a card</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the shoe says {word}, the cards say {word2}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{bad} malformed against {good} good frames</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>start of the shoe</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the shoe says {word} while a card is due</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ball in the rim in spin {spin}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>spin {spin} ended, spin {next} is in play</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>spin {spin} ended without a number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>spin {spin} went by unseen</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{card} for {place} again; read before was {text}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the {word} batch has {count} cards of {due}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the {word} batch, due is {word2}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the {word} batch, which is being dealt</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the shuffler says when the cards are shuffled; a shuffle by hand is confirmed by a pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{number} of spin {spin}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{announced} announced, {number} reported</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>wheel closed in spin {spin}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the spin counter began again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{rpm} rpm</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ball {number}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ball {number} again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>by {person}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the program was started again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the dealer announced {word}, the devices say {word2}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all devices are ready again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the table is held: wait for the pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nothing is to be confirmed now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what is to be confirmed now is: {word}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>only a pit boss rules</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nothing holds the table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a ruling needs a reason</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no result is awaited now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>this table takes no announced result</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>only a pit boss voids a round</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no round is in progress</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>only a pit boss orders a shuffle</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no shoe is in play</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the table is open already</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the table is closed already</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>only a pit boss or the backend opens a table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>only a pit boss or the backend closes a table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the rounds asked for are played</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>noted: a second person must give the same order</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>another person must give the same order</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one of the two must be a pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nothing waits for a second person</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the table is not connected</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no link to the table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>log in by badge or PIN</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{person} is not logged in</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{person} is not logged in: log in again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nobody is on duty: log in by badge or PIN</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{dealer} is on duty, not {person}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>only a pit boss relieves a dealer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a reason is needed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>who deals leaves in his own name; a pit boss may relieve him</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{person}'s licence for {game} ended on {day}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>logged out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>takes over after this round</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the dealer leaves after this round</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>stays</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>does not take over</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} wrong PINs of {person} at {where}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a badge of nobody at {where}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>unlocked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>wrong PIN</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>locked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not known here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not in this role</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no licence for this game</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no decision is awaited now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nothing is to be entered now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nothing is awaited that can be typed by hand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>hand {hand}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Announce the result</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Box {box} decides</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Draw ball {number} of {count}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Box {box}, hand {hand} decides</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>this table keeps no sets of cards</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>this house has no free hands</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a free hand is ordered already</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>this shoe has had its {count} free hands</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>hand-over is between two rounds only</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>'' is not inspected here: nothing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>'{what}' is not inspected here: {list}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no decision is awaited</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the table is held</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>this house does not take {request} by hand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>round {name} is not in progress: the decision is late</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nobody is on duty</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is on duty: hand over first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is on duty already</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is no {word} here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is no dealer of this table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} has no licence for {word}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no dealer is on duty</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the video recorder is silent</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no result of round {name} is known here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no round has a result yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>round {name} is void already</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>round {name} has no place {place}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the corrected round needs {request}: name it as {place}=VALUE</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a change of a published result needs a reason</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a published result is changed by a pit boss and a second person</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>set {name} cannot be {word} now: {why}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>set {name} is counted card by card, by two people</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it must be inspected first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it must be shuffled first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it must be cut first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it is ready to be loaded</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it is in play</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it must be inspected again first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it is blocked: cards are missing or too many</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not inspected within 24 hours: {list}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>this house allows here: nothing while a device is missing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a round is in progress</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{kind}: {reason}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reported, by {person}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no such tag {name}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>smeared</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word} lost</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word} down</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word} down {reason}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word} busy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word} not_connected</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word} is muted</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word} is muted: it is told to report again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>silent</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no heartbeat of the video recorder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{turns} turns, due are {count}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>wrong direction in spin {spin}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>failed launch in spin {spin}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>component fault in spin {spin}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ball not sensed in spin {spin}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{announced} was the result, the wheel now says {number}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>spin {spin} ended without a number, the wheel now shows {number}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ball {number} as number {a}, due is number {b}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{person} entered {a}, {name} {b}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{card} lies at {place}, where none was due</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name}: missing {cards}, too many {cards2}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all {count} cards are out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} cards are out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no number after {time} s</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the backend has not named the boxes in play</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>button {name} of {word} has no meaning at this table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{read}, while the table is closed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} drew {data}, which nobody asked for</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} {card} too many</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} cards of one suit in sequence, up to {card}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{data} was drawn; allowed is {list}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>copy of the second journal: {reason}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ordered</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nothing was typed: a value has no default</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>'{data}' is no value for {request}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>every {card} of this shoe has been dealt</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>another person must enter the same value</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the table is held by {name} ({kind}), not by {what}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>'{what}' is not allowed here: {allowed}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the decision awaited is that of box {box}, hand {hand}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the boxes of this round are settled</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a step is confirmed at the table, by dealer or pit boss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>card {card}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>card not read: {reason}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>cut card out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>wheel: {word}, spin {spin}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>number {number} announced</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the shoe says {word}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>link: {state}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>pit boss called</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>confirmed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>result announced</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ruling given</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>round voided</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>table opened</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>table closed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>alarm acknowledged</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>logged in as {word}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>confirms as the second</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not let in: {why}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>refused: {why}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>noisy line: {a} bad frames, {b} good</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ball {number} fell back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>unknown ball: {reason}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>turns of the ball counted in spin {spin}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>rotor speed outside its band</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>wheel warns: {word}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>wheel warns no more: {word}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>muted: it reports nothing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reports again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>its settings are as approved</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>its settings: {reason}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>its self-test: {reason}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>shoe locked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>shoe unlocked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>shoe on standby</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>shoe fault {code}: {reason}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} balls in the drawer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>drawer fault: {reason}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>card {card} sent again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>card {card} outside a game</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>lucky numbers drawn</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>extras drawn</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>gold bars drawn: {data}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>gold bars drawn</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} keys drawn</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bonus numbers drawn</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>red envelope drawn</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>set counted</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>set shuffled</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>set cut</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>result corrected</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>result voided</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>decision given</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>boxes named</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>irregularity reported</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>recorder alive</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>inspection recorded</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>shuffle ordered</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>free hand ordered</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>went on duty</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the dealer leaves</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the dealer is relieved</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>value entered</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>entered a value for {request}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bets open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bets closed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>number {number}</source>
   <translation type="unfinished" />
  </message>
 </context>
</TS>
